/**
 * What acts on a terminal or on the page that shows a log: C0 except tabs, DEL, C1, the line ends of Unicode, text direction.
 * Source: ECMA-48; Unicode UAX #9 and #14.
 */
// oxlint-disable-next-line no-control-regex -- it matches control characters on purpose
const CONTROLS = /[\0-\u0008\u000A-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g

/** What the runners of GitHub and Azure take for a command anywhere in a line, and TeamCity's. Source: actions/runner `ActionCommand.TryParse`. */
const COMMANDS = /#(?=#(?:\[|vso\[|teamcity\[))/g

/** Commands that begin a line, also after spaces and colours. Source: actions/runner `ActionCommand.TryParseV2`. */
// oxlint-disable-next-line no-control-regex -- escapes begin colours
const FIRST_COMMAND = /^((?:\s|\u001B\[[\d;]*m)*):(?=:)/

const SHORT: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r` }

const escaped = (character: string): string =>
  SHORT[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const withoutCommand = (line: string): string =>
  line.replace(FIRST_COMMAND, (_, before: string) => `${before}${escaped(':')}`)

/** A foreign text, such as a name or a contract's error, as a part of a line: nothing in it acts on a terminal or ends the line. */
export const inLine = (text: string): string => text.replaceAll(CONTROLS, escaped).replaceAll(COMMANDS, escaped)

/** A foreign text as a whole line: as {@link inLine}, and it does not begin with a command of a CI system. */
export const asLine = (text: string): string => withoutCommand(inLine(text))

/** Lines as one text. */
export const asLines = (lines: readonly string[]): string => lines.map(asLine).join('\n')

/** Codes that colour or stress a text, none that hides it. Source: ECMA-48, 8.3.117 (SGR). */
const COLOUR = /^(?:0?|[1-4]|2[2-4]|[39][0-7]|39|4[0-7]|49|10[0-7]|[34]8;5;\d+|[34]8;2;\d+;\d+;\d+)$/

// oxlint-disable-next-line no-control-regex -- an escape begins it
const SEQUENCE = /(\u001B\[[\d;]*m)/

const isColour = (part: string): boolean => part.startsWith('\u001B[') && COLOUR.test(part.slice(2, -1))

/** A line with its colours, and otherwise as {@link asLine}. */
export const colouredLine = (line: string): string =>
  withoutCommand(
    line
      .split(SEQUENCE)
      .map((part, i) => (i % 2 === 1 && isColour(part) ? part : inLine(part)))
      .join(''),
  )
