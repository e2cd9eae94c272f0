// Writes docs/cookbook.md from the tests in test/cookbook: each test is a recipe, the comment above it its text.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)

/** In the order of the page. */
const FILES = ['callbacks', 'queries', 'chains', 'actors', 'clients', 'bugs']

const HEAD = `# Do one thing quickly: recipes

Short recipes. Each is a test (\`test/cookbook/\`); \`node scripts/cookbook.mjs\` generates this page from them.
The contracts are in the package: \`callback_lab\` has configurable callbacks, \`remote_reader\` queries another chain,
\`ping_pong\` uses IBC itself, \`cw20_base\` is the published token. Paths such as \`contracts/artifacts/…\` are those of this repository; in your
own project they begin with \`node_modules/sudobox/\`, or are your own files.
`

const anchor = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

/** @returns the title, the head of the file and its recipes */
export function readRecipes(name) {
  const text = readFileSync(new URL(`test/cookbook/${name}.test.ts`, root), 'utf8')
  const [title, ...rest] = text.split('\n')
  // A recipe is a comment and the code below it; code between recipes is the set-up of the next one.
  const blocks = rest.join('\n').split(/\n{2,}(?=\S)/)
  const head = []
  const recipes = []
  const setUp = []
  for (const block of blocks.map((one) => one.trim())) {
    const [, about, code] = /^\/\*\* (.*?) \*\/\n(.*)$/s.exec(block) ?? []
    if (about !== undefined)
      recipes.push({ title: titleOf(code), about, code: [...setUp.splice(0), code].join('\n\n') })
    else (/^(import|const [A-Z]+ =)/.test(block) ? head : setUp).push(block)
  }
  if (recipes.length === 0) throw new Error(`${name} has no recipe`)
  return { title: title.replace('// ', ''), head: head.join('\n\n'), recipes }
}

/** The first text in quotes that is an argument by itself. */
function titleOf(code) {
  const [, , title] = /\(\s*(['"])(.*?)\1,/.exec(code) ?? []
  if (title === undefined) throw new Error(`a recipe without a title:\n${code}`)
  return title
}

/** The page. */
export function render() {
  const chapters = FILES.map(readRecipes)
  let number = 0
  const sections = chapters.map(({ title, head, recipes }) => {
    const parts = recipes.map(
      ({ title: of, about, code }) => `### ${++number}. ${of}\n\n${about}\n\n\`\`\`ts\n${code.trim()}\n\`\`\`\n`,
    )
    return `## ${title}\n\n\`\`\`ts\n${head}\n\`\`\`\n\n${parts.join('\n')}`
  })
  number = 0
  const contents = chapters
    .flatMap(({ recipes }) => recipes)
    .map(({ title }) => `${++number}. [${title}](#${anchor(`${number}. ${title}`)})`)
  return `${HEAD}\n${contents.join('\n')}\n\n${sections.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = new URL('docs/cookbook.md', root)
  writeFileSync(page, render())
  console.log(`docs/cookbook.md: ${render().match(/^### /gm).length} recipes`)
}
