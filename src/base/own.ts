/** What an object itself has under a name from outside: `constructor` and its like are names of `Object.prototype` too. */
export const own = <T>(members: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined
