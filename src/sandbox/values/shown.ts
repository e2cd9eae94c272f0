/** The name under which `console.log` and `util.inspect` ask an object how it is shown. Source: Node, `util.inspect.custom`. */
export const SHOWN = Symbol.for('nodejs.util.inspect.custom')

/** The same object, which is shown as a text; its members stay as they are, and copies of it are shown as any object. */
export function shownAs<T extends object>(value: T, text: (value: T) => string): T {
  return Object.defineProperty(value, SHOWN, { value: () => text(value), configurable: true })
}
