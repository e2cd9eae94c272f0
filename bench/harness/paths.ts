import { fileURLToPath } from 'node:url'

/** A file of the repository; benches run from `bench/dist`. */
export const repositoryPath = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
