/** Scenes for the tests, as Python sends them; a test on the Python side keeps them fresh. */

import type { Scene } from "../scene";
import cube from "./2x2x2.json";
import gears from "./gear-cube.json";
import square from "./square-1.json";

const typed = (data: unknown): Scene => data as Scene;

export const scenes = { cube: typed(cube), gears: typed(gears), square: typed(square) };
