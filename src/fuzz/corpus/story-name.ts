const NAME = /^[0-9a-f]{32}\.json$/

/** Whether this can be the name of an action sequence's file. */
export const isStoryFile = (name: string): boolean => NAME.test(name)
