const NAME = /^[0-9a-f]{32}\.json$/

/** Whether a story may have this name in a folder. */
export const isStoryFile = (name: string): boolean => NAME.test(name)
