/** `sudobox/explorer`: a page that shows a sandbox as it changes, and acts on it. */
export { Explorer } from './explorer.js'
export type { PagePortOptions, PageServer } from '../server/internal.js'
