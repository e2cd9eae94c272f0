const escape = (part: PropertyKey): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1')

/** The JSON pointer of a path; `''` is the whole. Source: RFC 6901. */
export const jsonPointer = (path: readonly PropertyKey[]): string => path.map((part) => `/${escape(part)}`).join('')
