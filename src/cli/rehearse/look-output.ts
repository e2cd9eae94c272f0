import { asLine } from '../../base/index.js'
import type { Cause, StaticLook } from '../../rehearse/index.js'
import type { Terminal } from '../output/terminal.js'

/** What a chain refuses of a contract, by cause. @param file its path, as the user gave it */
export function lookLines(file: string, look: StaticLook, out: Terminal): readonly string[] {
  const { uses, refused, changed, unknown } = look
  const { colors } = out
  return [
    `${colors.bold(file)} on ${look.to}, cosmwasm-vm ${look.vm}`,
    [
      counted(uses.queries.length, 'query', 'queries'),
      counted(uses.messages.length, 'message', 'messages'),
      counted(uses.imports.length, 'import', 'imports'),
      counted(uses.capabilities.length, 'capability', 'capabilities'),
    ].join(', '),
    ...section(colors.red('refused'), refused, out),
    ...section(colors.yellow(`changed since ${look.from}`), changed, out),
    ...section('not known here', unknown, out),
    ...(refused.length === 0 ? ['', 'nothing that it names is refused'] : []),
  ]
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const section = (title: string, causes: readonly Cause[], { colors }: Terminal): readonly string[] =>
  causes.length === 0
    ? []
    : [
        '',
        title,
        ...causes.flatMap(({ what, why, names }) => [
          `  ${what}: ${asLine(why)}`,
          ...names.map((name) => `    ${colors.dim(asLine(name))}`),
        ]),
      ]
