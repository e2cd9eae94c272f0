import { errorsAtCallersLine, strictArguments } from '../base/index.js'
import type { Sandbox } from '../sandbox/internal.js'
import type { PagePortOptions, PageServer } from '../server/internal.js'
import type { Explored } from './explored.js'
import { History } from './history.js'
import { serveExplorer } from './serve.js'

/**
 * A page that shows a sandbox as it changes, and acts on it. It keeps the newest transactions with their trees of calls from when it is made.
 * @example const { url } = await new Explorer(sandbox).serve()
 */
export class Explorer {
  static {
    strictArguments(this, 'Explorer')
    errorsAtCallersLine(this)
  }

  readonly #explored: Explored

  constructor(sandbox: Sandbox<string>) {
    const parts = sandbox.parts()
    const history = new History(parts.hosts)
    this.#explored = { ...parts, history }
    parts.onChange((change) => {
      if (change === 'restore') history.restored()
    })
  }

  /**
   * Opens the page on a port of its own, until it or the sandbox is closed. The page can do everything that actions can, so without a token it is
   * answered on loopback only. @throws UsageError when the address cannot be listened on, or the package was not built
   */
  async serve(options: PagePortOptions = {}): Promise<PageServer> {
    const page = await serveExplorer(this.#explored, options)
    this.#explored.closeToo(page)
    return page
  }
}
