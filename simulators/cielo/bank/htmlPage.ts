const style = `
  :root { color-scheme: light dark }
  * { box-sizing: border-box }
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; background: #f3f4f6; color: #111827 }
  main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem }
  .notice { padding: .75rem 1rem; background: #fef3c7; color: #111827; border-radius: .5rem }
  h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: break-word; hyphens: auto }
  section { border-top: 1px solid #9ca3af; margin-top: 1.5rem }
  label { display: block } input { font: inherit; width: 100%; min-height: 3rem; padding: .5rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1.5rem 0 }
  dt { color: #4b5563 } dd { margin: 0; text-align: right; overflow-wrap: anywhere }
  button { display: block; width: 100%; min-height: 3rem; margin: .75rem 0; padding: .5rem 1rem;
    font: inherit; font-weight: 600; border-radius: .5rem; border: 2px solid #1d4ed8; cursor: pointer }
  .yes { background: #1d4ed8; color: #fff }
  .no { background: #fff; color: #1d4ed8 }
  .leave { background: transparent; color: #1d4ed8; border-color: transparent; text-decoration: underline }
  button:focus-visible { outline: 3px solid #111827; outline-offset: 2px }
  @media (prefers-color-scheme: dark) {
    body { background: #111827; color: #f9fafb } dt { color: #d1d5db }
    .leave { color: #bfdbfe } button:focus-visible { outline-color: #f9fafb }
  }`

export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} - banco simulado</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="notice"><strong>Banco simulado.</strong> Ambiente de demonstração: nenhum dinheiro é movimentado.</p>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`
}
