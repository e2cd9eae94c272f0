import { parseArgs } from 'node:util'

/**
 * The arguments of a script. Prints the help for `--help`, and what is wrong with them, after which the process ends.
 * @template {import('node:util').ParseArgsConfig} T
 * @param {string} help its text
 * @param {T} config of `parseArgs`; the option `help` is added
 * @returns {ReturnType<typeof parseArgs<T>> & { usage: (problem: string) => never }} `usage` ends the process with a problem of the caller's
 */
export function commandLine(help, config) {
  const usage = (problem) => {
    console.error(`${problem}\n\n${help}`)
    process.exit(2)
  }
  const parsed = () => {
    try {
      return parseArgs({ ...config, options: { ...config.options, help: { type: 'boolean', short: 'h' } } })
    } catch (error) {
      return usage(error.message)
    }
  }
  const { values, positionals } = parsed()
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  return { values, positionals, usage }
}

/** Ends the process if an option is no whole number of at most seven digits. */
export function requireWholeNumbers({ values, usage }, ...names) {
  for (const name of names)
    if (!/^\d{1,7}$/.test(values[name])) usage(`--${name} must be a whole number, not ${values[name]}`)
}
