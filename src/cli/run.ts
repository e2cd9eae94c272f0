import { keepCompiled } from './compile-cache.js'
import { printPlainly } from './output/plain-text.js'

keepCompiled()
printPlainly()
const { runCommand } = await import('./program.js')
await runCommand(process.argv.slice(2))
