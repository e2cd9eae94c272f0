import { readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { FolderCache, type FolderUse } from './cache.js'

/** The default folder of caches. Source: XDG Base Directory Specification. */
export const usualCacheFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'sudobox', 'forks')

/** Chain ids come from nodes: any other character would lead out of the folder, or not be a name everywhere. */
const nameOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_')

/** The folder of one chain at one height. @param hash of the block, in hex */
const folderOf = (chainId: string, height: number, hash: string): string =>
  join(nameOf(chainId), `${height}-${nameOf(hash.slice(0, 16).toLowerCase())}`)

const CODES = 'codes'

export const openCache = (
  root: string,
  { chainId, height, hash }: { readonly chainId: string; readonly height: number; readonly hash: string },
  proven: boolean,
): FolderCache => new FolderCache(root, folderOf(chainId, height, hash), CODES, { proven })

/** The name of the document that says that an endpoint answered for this chain. */
export const endpointDocument = (endpoint: string): string => `endpoint ${endpoint}`

/**
 * Caches of a height that an earlier run made, if one of the endpoints answered for them; from all endpoints if none is given.
 * @param wanted any chain and any height if undefined
 */
export function earlierCaches(
  root: string,
  { chainId, height }: { readonly chainId: string | undefined; readonly height: number | undefined },
  endpoints: readonly string[],
  use: FolderUse,
): readonly FolderCache[] {
  return foldersOf(root)
    .filter((chain) => chainId === undefined || chain === nameOf(chainId))
    .flatMap((chain) => foldersOf(join(root, chain)).map((name) => [chain, name] as const))
    .filter(([, name]) => /^\d+-/.test(name) && (height === undefined || name.startsWith(`${height}-`)))
    .map(([chain, name]) => new FolderCache(root, join(chain, name), CODES, use))
    .filter(
      (cache) => endpoints.length === 0 || endpoints.some((one) => cache.document(endpointDocument(one)) === true),
    )
}

/** Without links: they may lead anywhere. */
const foldersOf = (folder: string): readonly string[] =>
  isFolder(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : []

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
