import { channel } from 'node:diagnostics_channel'

/**
 * Publishes the absolute path (a string) of each file that a sandbox, a fixture or a campaign names, before it is
 * read. `sudobox/vitest/config` uses it to find the tests affected by a changed contract.
 */
export const filesRead = channel('sudobox:files-read')

/** Publishes `begin` and `end` around a set-up that several tests share, whichever of them it runs in. */
export const sharedSetUp = channel('sudobox:shared-set-up')
