/** The notebook's entry: anywidget calls `render` for each output that shows the puzzle. */

import "./style.css";
import { type Model, View } from "./view";

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const view = new View(model, el);
  return () => view.dispose();
}

export default { render };
