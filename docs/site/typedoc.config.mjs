// The reference of all public names, as pages of Markdown for VitePress.
import { readFileSync } from 'node:fs'
import { ROOT } from './pages.mjs'

const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))

/** @type {Partial<import('typedoc').TypeDocOptions & import('typedoc-plugin-markdown').PluginOptions>} */
export default {
  name: 'Sudobox',
  plugin: ['typedoc-plugin-markdown'],
  // The declarations are what the package publishes, and quicker to read than the sources. `npm run check` checks their types.
  entryPoints: Object.values(exports).flatMap(({ types }) => (types ? [`${ROOT}${types}`] : [])),
  skipErrorChecking: true,
  tsconfig: 'tsconfig.json',
  readme: 'none',
  out: '.pages/api',
  outputFileStrategy: 'members',
  entryFileName: 'index',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  pageTitleTemplates: {
    index: 'Look up a name of the API',
    module: ({ name }) => (name === 'sandbox' ? 'sudobox' : `sudobox/${name}`),
    member: '{name}',
  },
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  classPropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  propertyMembersFormat: 'table',
  enumMembersFormat: 'table',
  tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true, hideSources: true },
  useCodeBlocks: true,
  sanitizeComments: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  hideGenerator: true,
  treatWarningsAsErrors: true,
  // A type that a signature mentions and no entry exports is printed as its name, without a page. Which types have one is decided by the
  // `index.ts` of the entries alone, so that a change of types below them breaks no page. Links to names that have none still fail.
  validation: { notExported: false, invalidLink: true, invalidPath: true, rewrittenLink: true },
}
