/** Recovery links: the secret and the name stand in the fragment, which browsers do not send. */

const LONGEST_NAME = 40;

/**
 * The link with this secret.
 * @param {string} origin
 * @param {string} secret
 * @param {string} name whom the link is for, so that it can be asked before anything is sent
 */
export function recoveryLink(origin, secret, name) {
  return `${origin}/continue#${secret}.${encodeURIComponent(name)}`;
}

/** Secret and name in a fragment; null if they are not both there. @param {string} fragment */
export function readFragment(fragment) {
  const parts = /^#([\w-]{20,100})\.(.+)$/.exec(fragment);
  if (!parts?.[1] || !parts[2]) return null;
  try {
    return { secret: parts[1], name: decodeURIComponent(parts[2]).slice(0, LONGEST_NAME) };
  } catch {
    return null;
  }
}
