type Shown = { email: string; level: number; code: string }

export function codesPage(codes: readonly Shown[]): string {
  const rows = codes.map(
    ({ email, level, code }) => `<tr><td>${email}</td><td>${level}</td><td><code>${code}</code></td></tr>`,
  )
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Códigos da demonstração</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="refresh" content="5">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;color:#10182B;background:#F2F5FB}
td,th{padding:.5rem;text-align:left;border-bottom:1px solid #D5DCE9}code{font-size:1.25rem;letter-spacing:.1em}</style></head>
<body><main><h1>Códigos da demonstração</h1><p>Cada código vale por 30 segundos e só uma vez.</p>
<table><thead><tr><th>E-mail</th><th>Nível</th><th>Código</th></tr></thead><tbody>${rows.join('')}</tbody></table></main></body></html>`
}
