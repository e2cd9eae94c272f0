/** An argument of a command line, quoted if a shell needs it. */
export const quoted = (text: string): string =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

/** The flag of a command, after a space. */
export const trustText = (trust: boolean): string => (trust ? ' --trust' : '')

/** The command that runs a fixture again. */
export const replayText = (file: string, trust: boolean): string => `sudobox replay ${quoted(file)}${trustText(trust)}`
