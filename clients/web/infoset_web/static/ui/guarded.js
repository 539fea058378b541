// What may fail while it is drawn, because it is drawn from a stranger's file, and what is said then.
import { Component } from "../vendor/preact.js";

/** Draws its children; where they throw, `instead(error)`. */
export class Guarded extends Component {
  static getDerivedStateFromError(error) {
    return { error };
  }

  render({ children, instead }) {
    return this.state.error ? instead(this.state.error) : children;
  }
}
