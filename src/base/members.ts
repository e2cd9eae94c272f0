/** What an object itself has under a name from outside: `constructor` and its like are names of `Object.prototype` too. */
export const own = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

/** A copy of an object without members that are undefined. */
export const definedMembers = <T extends object>(value: T): { [Name in keyof T]: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as never

/** `defaults`, with each member that `given` has in its place. Other members of `given` are left out. */
export const withDefaults = <T extends object>(
  defaults: T,
  given: { readonly [Name in keyof T]?: T[Name] | undefined },
): T =>
  Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, given[name as keyof T] ?? value])) as T
