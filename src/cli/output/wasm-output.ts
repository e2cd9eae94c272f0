import type { Verdict, WasmReport } from '../../build/index.js'
import { asLine } from '../../base/index.js'
import { grouped } from './format.js'
import { table } from './reach-output.js'
import type { Terminal } from './terminal.js'

/** What a contract is made of, and what chains make of it. @param file its path, as the user gave it */
export function wasmLines(file: string, report: WasmReport, out: Terminal): readonly string[] {
  const { colors } = out
  return [
    `${colors.bold(file)}  ${grouped(report.bytes)} bytes  ${colors.dim(`sha256 ${report.sha256}`)}`,
    ...contentLines(report),
    '',
    ...table(['section', 'bytes', 'share'], sectionRows(report), out),
    '',
    ...table(
      ['kind of chain', 'cosmwasm-vm', '', 'gas to store'],
      report.verdicts.map(({ kind, vm, isAccepted, gasUsed }) => [
        kind,
        vm,
        isAccepted ? 'accepted' : 'refused',
        isAccepted ? grouped(gasUsed) : '',
      ]),
      out,
    ),
    ...refusalLines(report.verdicts, out),
    `releases of cosmwasm-vm that accept it: ${report.releases || 'none'}`,
  ]
}

function contentLines({ contents, hasNames, hasDebugInformation }: WasmReport): readonly string[] {
  const rows: readonly (readonly [string, string])[] =
    contents === undefined
      ? [['contents', 'cannot be read']]
      : [
          ['entry points', listed(contents.entryPoints)],
          ['other exports', listed(contents.otherExports)],
          ['imports', listed(contents.imports)],
          ['capabilities', `${listed(contents.capabilities)}${contents.capabilities.length > 0 ? ' (required)' : ''}`],
          ['functions', `${grouped(contents.functions)}, with at most ${grouped(contents.mostLocals)} locals`],
          ['memory', listed(contents.memories.map((pages) => `${pages} pages of 64 KiB at first`))],
          ['table', listed(contents.tables.map((most) => (most === null ? 'unlimited' : `at most ${most} elements`)))],
        ]
  return [...rows, ['names', namesText(hasNames, hasDebugInformation)] as const].map(
    ([what, text]) => `  ${what.padEnd(14)} ${asLine(text)}`,
  )
}

const namesText = (hasNames: boolean, hasDebugInformation: boolean): string =>
  [
    hasNames ? 'of functions' : 'none',
    ...(hasDebugInformation ? ['and debug information, which a file for a chain needs not'] : []),
  ].join(', ')

const listed = (items: readonly string[]): string => items.join(', ') || 'none'

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`

/** Sections with a smaller share are one row. */
const MIN_SHARE = 0.01

function sectionRows({ sections, bytes: whole }: WasmReport): readonly (readonly string[])[] {
  const row = (name: string, bytes: number): readonly string[] => [asLine(name), grouped(bytes), percent(bytes, whole)]
  const large = sections.filter(({ bytes }) => bytes >= whole * MIN_SHARE)
  const small = sections.filter(({ bytes }) => bytes < whole * MIN_SHARE)
  return [
    ...large.map(({ name, bytes }) => row(name, bytes)),
    ...(small.length === 0
      ? []
      : [
          row(
            `${small.length} others`,
            small.reduce((sum, { bytes }) => sum + bytes, 0),
          ),
        ]),
  ]
}

/** Each text once, with the kinds whose chains say it. */
function refusalLines(verdicts: readonly Verdict[], { colors }: Terminal): readonly string[] {
  const texts = new Set(verdicts.flatMap(({ error }) => (error === undefined ? [] : [error])))
  return [...texts].flatMap((text) => {
    const refusing = verdicts.filter(({ error }) => error === text)
    const hints = new Set(refusing.flatMap((one) => one.hints))
    return [
      `${colors.red('refused')} by ${refusing.map(({ kind }) => kind).join(', ')}: ${asLine(text)}`,
      ...[...hints].map((hint) => `  ${asLine(hint)}`),
    ]
  })
}
