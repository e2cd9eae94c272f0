// Renders docs/cli.md, the reference of the command line, from the help of its commands: `npm run cli-page`.

const HEAD = `# Use the command line

\`npx sudobox COMMAND\` in a project that has the package. This page is what \`--help\` prints; \`npm run cli-page\` writes it.
`

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** Names of pages as links from \`docs/\`. */
const linked = (text) => text.replaceAll(/\bdocs\/([\w/-]+\.md)/g, '[$1]($1)')

const plain = (text) => text.replaceAll('`', '')

function table(head, rows) {
  if (rows.length === 0) return []
  return [
    '',
    `| ${head} | |`,
    '|---|---|',
    ...rows.map(([term, about]) => `| \`${term.replaceAll('|', '\\|')}\` | ${linked(cell(about))} |`),
  ]
}

const anchor = (title) =>
  plain(title)
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** What a command prints below its options. */
function ending(command) {
  let text = ''
  command.emit('afterHelp', { error: false, command, write: (part) => void (text += part) })
  const [guide] = /^Guide: .*$/m.exec(text) ?? []
  const rest = text.replace(guide ?? '', '').trim()
  return [...(rest === '' ? [] : ['', '```text', rest, '```']), ...(guide === undefined ? [] : ['', linked(guide)])]
}

/** Commands that a user can give, with those below a group. */
const leaves = (command) =>
  command.commands.length === 0 ? [command] : command.commands.filter(({ _hidden }) => !_hidden).flatMap(leaves)

function pathOf(command) {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}

function section(command, level) {
  const help = command.createHelp()
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((option) => [help.optionTerm(option), help.optionDescription(option)])
  const args = help
    .visibleArguments(command)
    .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)])
  const usage = `${pathOf(command)} ${command.usage()}`.trim()
  return [
    '',
    `${'#'.repeat(level)} ${pathOf(command)}`,
    '',
    command.description(),
    ...(command.commands.length > 0 ? [] : ['', '```text', usage, '```']),
    ...table('argument', args),
    ...(command.commands.length > 0 ? [] : table('option', options)),
    ...ending(command),
    ...(command.commands.length > 0 ? leaves(command).flatMap((leaf) => section(leaf, level + 1)) : []),
  ]
}

/** The page. @param program with all commands loaded */
export function render(program) {
  const help = program.createHelp()
  const commands = program.commands
  const list = commands.map((command) => {
    const title = pathOf(command)
    return `| [\`${title}\`](#${anchor(title)}) | ${cell(command.description())} |`
  })
  const options = help
    .visibleOptions(program)
    .map((option) => [help.optionTerm(option), help.optionDescription(option)])
  return [
    HEAD,
    '| command | |',
    '|---|---|',
    ...list,
    ...table('option of every command', options),
    ...ending(program),
    ...commands.flatMap((command) => section(command, 2)),
    '',
  ].join('\n')
}
