import { builtPage } from '../../base/index.js'

/** The report as one HTML file. @param elements the script of `mutation-testing-elements` */
export const reportPage = (title: string, document: object, elements: string): string => {
  const data = JSON.stringify(document).replaceAll('<', '\\u003c')
  const shown = title.replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Mutants of ${shown}</title>
<script>${elements.replaceAll('</script', '<\\/script')}</script>
<mutation-test-report-app title-postfix="${shown}"></mutation-test-report-app>
<script>document.querySelector('mutation-test-report-app').report = ${data}</script>
</html>
`
}

/** The script of the page's element. @throws UsageError where the package was not built */
export const reportElements = (): string => builtPage('mutation-test-elements.js', 'the script of the page')
