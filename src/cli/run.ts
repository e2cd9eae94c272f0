import { printPlainly } from './output/plain-text.js'
import { runCommand } from './program.js'

printPlainly()
await runCommand(process.argv.slice(2))
