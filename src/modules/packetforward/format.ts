/** `Wrapf` is given the text of an error as its format: a `%` in it begins a verb without an argument. Source: go1.24 fmt/print.go `doPrintf`. */
export const asFormat = (text: string): string =>
  text.replace(/%[#0+\- ]*\d*(?:\.\d*)?(.|$)/gsu, (_, verb: string) =>
    verb === '' ? '%!(NOVERB)' : verb === '%' ? '%' : `%!${verb}(MISSING)`,
  )
