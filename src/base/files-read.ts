import { channel } from 'node:diagnostics_channel'

/**
 * Tells whoever watches this process the absolute path (a string) of each file that a sandbox, a fixture or a campaign names, before it is
 * read. `sudobox/vitest/config` learns from it which tests a changed contract concerns.
 */
export const filesRead = channel('sudobox:files-read')
