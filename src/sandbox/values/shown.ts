/** The method that `console.log` and `util.inspect` call for how to show an object. Source: Node, `util.inspect.custom`. */
export const SHOWN = Symbol.for('nodejs.util.inspect.custom')

/** Makes an object print as a text. Its members stay as they are, and copies of it are printed as ordinary objects. */
export function shownAs<T extends object>(value: T, text: (value: T) => string): T {
  return Object.defineProperty(value, SHOWN, { value: () => text(value), configurable: true })
}
