/** Recovery links. Secret and name are in the fragment, which browsers do not send. */

/** Maximum length of a name in characters. */
const MAX_NAME_LENGTH = 40;

/**
 * Return the link with this secret.
 * @param {string} origin
 * @param {string} secret
 * @param {string} name of the person, so that the page can ask for confirmation before it sends anything
 */
export function recoveryLink(origin, secret, name) {
  return `${origin}/continue#${secret}.${encodeURIComponent(name)}`;
}

/** Return secret and name from a fragment, or null if one is missing. @param {string} fragment */
export function readFragment(fragment) {
  const parts = /^#([\w-]{20,100})\.(.+)$/.exec(fragment);
  if (!parts?.[1] || !parts[2]) return null;
  try {
    return { secret: parts[1], name: decodeURIComponent(parts[2]).slice(0, MAX_NAME_LENGTH) };
  } catch {
    return null;
  }
}
