/** The name under which `console.log` and `util.inspect` ask an object how it is shown. Source: Node, `util.inspect.custom`. */
export const SHOWN = Symbol.for('nodejs.util.inspect.custom')
