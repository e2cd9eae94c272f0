import { Document, isScalar, visit } from 'yaml'

/** Output formats of a node's commands. */
export type OutputFormat = 'text' | 'json'

/**
 * Prints JSON as a node's command does: unchanged, or as YAML with sorted keys and strings quoted only if they would be read as
 * something else. Source: cosmos-sdk client/context.go `printOutput` over sigs.k8s.io/yaml.
 */
export function formatJson(json: string, format: OutputFormat): string {
  return format === 'json' ? json : yamlOf(JSON.parse(json)).trimEnd()
}

function yamlOf(value: unknown): string {
  const document = new Document(value, { version: '1.1', sortMapEntries: true, aliasDuplicateObjects: false })
  visit(document, {
    Scalar: (_, node) => {
      if (isScalar(node) && typeof node.value === 'string') node.type = scalarStyle(node.value)
    },
  })
  return document.toString({ indentSeq: false, lineWidth: 0, singleQuote: null, nullStr: 'null' })
}

/** What Go's YAML 1.1 takes for a number, boolean, null or time. */
const SPECIAL =
  /^(?:[-+]?(?:\d[\d_]*|0b[01_]+|0o?[0-7_]+|0x[\da-fA-F_]+)|[-+]?(?:\d[\d_]*)?\.?\d*(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|y|Y|n|N|\d{4}-\d\d?-\d\d?.*|[-+]?\d[\d_]*(?::[0-5]?\d)+)$/

/** Strings that would be read as another value take double quotes, those that clash with YAML's syntax take single quotes. Source: gopkg.in/yaml.v2 encode.go `stringv`. */
function scalarStyle(text: string): 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' | 'PLAIN' | 'BLOCK_LITERAL' {
  if (text === '' || SPECIAL.test(text)) return 'QUOTE_DOUBLE'
  if (text.includes('\n')) return 'BLOCK_LITERAL'
  if (/[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '')))
    return 'QUOTE_DOUBLE'
  return /^[-?:,[\]{}#&*!|>'"%@`= ]|: |:$| #| $/.test(text) && !/^[-?:][^ ]/.test(text) ? 'QUOTE_SINGLE' : 'PLAIN'
}
