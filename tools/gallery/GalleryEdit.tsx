import { lookUp } from '#kit/text/lookUp.ts'
import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import type { AfterSave } from '#kit/web/edit/EditScreen.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { go, useRoute } from '#kit/web/route/routes.ts'
import { createGate, editGate, gateEntry, updateGate, type Gate, type GateEntry } from './gateCalls.ts'

const toList = () => go('dev.ui', { query: { part: 'list' } })
const toEdit = ({ id }: Gate) => go('dev.ui', { query: { part: 'edit', id: String(id) } })
const ways: Record<string, AfterSave<Gate>> = { refresh: { go: 'refresh' }, edit: { go: 'edit', to: toEdit } }

export function GalleryEdit() {
  const { id, after = 'back' } = useRoute().query
  return <Edit key={id} id={id === undefined ? null : Number(id)} after={after} />
}

function Edit({ id, after }: { id: number | null; after: string }) {
  const load = useCallback((signal: AbortSignal) => call(editGate, { params: { id: id ?? 0 }, signal }), [id])
  return (
    <Page title={id === null ? 'Nova cancela' : 'Cancela'} onBackClick={toList}>
      <EditScreen<Gate, GateEntry>
        load={id === null ? undefined : load}
        failed="Não foi possível carregar a cancela"
        schema={gateEntry}
        toFormValues={(gate) => ({ name: gate?.name ?? '', note: gate?.note ?? '' })}
        save={(body, gate) =>
          gate === null ? call(createGate, { body }) : call(updateGate, { params: { id: gate.id }, body })
        }
        after={lookUp(ways, after) ?? { go: 'back', to: toList }}
      >
        <TextField name="name" label="Nome" required />
        <TextField name="note" label="Observação" required={false} />
      </EditScreen>
    </Page>
  )
}
