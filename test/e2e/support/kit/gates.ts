import * as z from 'zod/mini'

type Gate = { id: number; name: string; note: string; created_at: string; updated_at: string }
type Reply = { status?: number; body?: unknown }

const at = '2026-11-20T12:00:00-03:00'
const entry = z.object({ name: z.string(), note: z.string() })

/** The calls of the gallery's edit screen: one gate exists, and the name 'recusada' is refused. */
export function gateReplies(): Record<string, (url: URL, body: string, method: string) => Reply> {
  let gate: Gate = { id: 1, name: 'Cancela 1', note: '', created_at: at, updated_at: at }
  const answer = () => ({ body: { entity: gate, data: gate, warnings: warningsOf(gate) } })
  const save = (_url: URL, body: string): Reply => {
    const sent = z.parse(entry, JSON.parse(body))
    if (sent.name === 'recusada') return { status: 422, body: refusal }
    gate = { ...gate, ...sent }
    return answer()
  }
  // Answers the request's fields as a warning, so that the screen shows them.
  const form = (_url: URL, body: string, method: string) => ({
    body: { entity: gate, data: gate, warnings: [`${method}: ${fieldsIn(body)}`] },
  })
  return {
    '/api/dev/gates/1/edit': answer,
    '/api/dev/gates/1': save,
    '/api/dev/gates': save,
    '/api/dev/gates/form': form,
    '/api/dev/gates/form/1': form,
    '/api/gl_city/1': (_url, _body, method) =>
      method === 'DELETE' ? { body: {} } : { status: 404, body: { message: 'Não há.' } },
    '/api/gl_city/2': () => ({ status: 409, body: { message: 'Cidade em uso.' } }),
  }
}

const refusal = {
  message: 'Nome já usado.',
  status: 422,
  errors: { name: ['Nome já usado.'] },
}

function warningsOf({ note }: Gate): string[] {
  return note === '' ? [] : ['A observação aparece no recibo.']
}

/** 'name=value' of every field of a multipart body; a file is its name. */
function fieldsIn(body: string): string {
  const fields = body.matchAll(/name="(\w+)"(?:; filename="(.+?)")?\r\n(?:.+\r\n)*\r\n([^\r]*)/g)
  return [...fields].map(([, name, file, value]) => `${name}=${file ?? value}`).join(' ')
}
