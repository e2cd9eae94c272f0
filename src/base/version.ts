import { createRequire } from 'node:module'

/** The release of the installed package. */
export const version = (): string =>
  (createRequire(import.meta.url)('sudobox/package.json') as { readonly version: string }).version
