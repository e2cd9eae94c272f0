/** Whether an object is written as a literal, or has no prototype; also one of another realm. */
export function isLiteral(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
