/** A problem that the person who builds can fix; the text says how. Exit code 2 is for wrong usage. */
export class BuildError extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
