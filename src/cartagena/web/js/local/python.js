/** Everything that translated Python needs to run. */

import "./python_objects.js";
import "./python_collections.js";
import "./python_calls.js";
import "./python_operators.js";
import "./python_functions.js";
import "./hashes.js";

export { py } from "./python_base.js";
