/**
 * Which members a value may have. null: anything; a text: the type of that name. An object literal with members that none of the alternatives knows does not
 * fit; other values always do, since types say what they must be.
 */
export type Shape =
  | null
  | string
  | { readonly anyOf: readonly Shape[] }
  | { readonly items: Shape }
  | { readonly members: Readonly<Record<string, Shape>>; readonly values?: Shape }
