import { readFileSync } from 'node:fs'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'

// One name for one thing, and the field's word for it. Names of code count too, unless a row is about text only.

interface RefusedWord {
  readonly word: RegExp
  readonly right: string
  /** Whether names of code in `src` may contain it: only comments and texts are searched there. */
  readonly textOnly?: boolean
  /** What is meant otherwise, and stays. */
  readonly except?: RegExp
}

const REFUSED: readonly RefusedWord[] = [
  // Numbers have a floor, and a calldata price of Ethereum; the architecture has none.
  { word: /\b[Ff]loors\b|\bFloor\b/, right: 'layer' },
  { word: /\b(?:MOST|LONGEST)(?:_|\b)/, right: 'MAX_' },
  { word: /\b(?:LEAST|FEWEST|SHORTEST)(?:_|\b)/, right: 'MIN_' },
  { word: /\b[Dd]ear(?:er|est)?\b/, right: 'slow, slowest, expensive' },
  { word: /\b[Bb]eside\b|[a-z]Beside\b/, right: 'alongside, next to' },
  { word: /\b[Ff]or ever\b/, right: 'forever' },
  { word: /\b[Bb]ent\b/, right: 'corrupted' },
  { word: /\b[Tt]old\b/, right: 'reported, said, known', except: /told to (?:fail|panic)|Told\(|`[^`\n]*Told\b/ },
  { word: /\b[Ll]ately\b/, right: 'recently' },
  { word: /\b[Dd]oors?\b/, right: 'entry point' },
  { word: /\b[Bb]y turns\b/, right: 'alternately, in turn' },
  { word: /\b[Ss]ide by side\b/, right: 'in parallel' },
  { word: /\bforever\w+/, right: 'forever, for every' },
  { word: /\bwhat lives (?:where|there)\b|\btext lives\b/, right: 'is, contains' },
  { word: /\blives? by callbacks\b/, right: 'driven by callbacks' },
  { word: /\breferences? to anything\b/, right: '`externref` values' },
  { word: /\bone definite place\b/, right: 'a single position in the log' },
  { word: /\bsecond is not enough\b/, right: 'the default of 1 s is too short' },
  {
    word: /\b[Ss]tor(?:y|ies)\b/,
    right: 'action sequence',
    textOnly: true,
    // Recordings of Go code are called golden stories, and `npm run stories` runs them. The rest are names of code and earlier names.
    except:
      /[Gg]olden[- ]stories|run stories|--stories <n>|story-file|"stories": "node|`[^`\n]*\bstor(?:y|ies)\b[^`\n]*`|@param stor(?:y|ies)\b/,
  },
]

const FILES = globSync(
  [
    'src/**/*.ts',
    'ui/**/*.{ts,tsx,css}',
    'docs/**/*.{md,mjs}',
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'package.json',
  ],
  { ignore: ['**/dist/**', '**/node_modules/**', '**/generated/**'] },
)

/** Comments and strings of TypeScript. Strings do not cross lines here, so that a quote in a regular expression ends with its line. */
const TOKEN =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n$]|\\.|\$(?!\{)|\$\{(?:[^{}`\n]|`[^`\n]*`)*\})*)`/g

/** The comments of a file, and its strings that are more than one word, without the code in them. */
const textOf = (code: string): string =>
  [...code.matchAll(TOKEN)]
    .map(
      ([whole, ...strings]) => strings.find((string) => string !== undefined)?.replaceAll(/\$\{[^}]*\}/g, '') ?? whole,
    )
    .filter((text) => text.includes(' '))
    .join('\n')

const without = (text: string, except: RegExp | undefined): string =>
  except === undefined ? text : text.replaceAll(new RegExp(except, 'g'), '')

/** Lines of a text that contain the word. */
function linesWith({ word, except, textOnly = false }: RefusedWord, file: string, text: string): readonly string[] {
  const searched = textOnly && file.startsWith('src/') ? textOf(text) : text
  return without(searched, except)
    .split('\n')
    .filter((line) => word.test(line))
    .map((line) => `${file}: ${line.trim().slice(0, 160)}`)
}

test.each(REFUSED.map((row) => [String(row.word), row.right, row] as const))('%s: %s', (_, __, row) => {
  expect(FILES.length).toBeGreaterThan(1000)
  expect(FILES.flatMap((file) => linesWith(row, file, readFileSync(file, 'utf8')))).toEqual([])
})

test('names of code are searched too, and its texts where only these count', () => {
  const row = (right: string): RefusedWord => REFUSED.find((one) => one.right.startsWith(right))!
  const code = `const told = of(\`the story of \${story}\`) // a story\nconst story = 1`
  expect(linesWith(row('reported'), 'src/x.ts', code)).toHaveLength(1)
  expect(linesWith(row('action'), 'src/x.ts', code)).toHaveLength(2)
})
