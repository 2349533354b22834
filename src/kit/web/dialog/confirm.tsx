import { Button } from '../Button.tsx'
import { useEffect } from 'react'
import { hashLocation, useHashLocation } from '../route/location.ts'
import { createStore, useStore } from '../state/store.ts'
import { Dialog } from './Dialog.tsx'

type ConfirmOptions = { text?: string; yes?: string; no?: string; danger?: boolean }

type Question = ConfirmOptions & {
  title: string
  location: string
  answer: (yes: boolean) => void
}

const question = createStore<Question | null>(null)

/** `if (await confirm('Excluir registro?', { yes: 'Excluir', danger: true }))`. */
export function confirm(title: string, wording: ConfirmOptions = {}): Promise<boolean> {
  question.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (chosen: boolean) => {
      question.set(null)
      resolve(chosen)
    }
    question.set({ ...wording, title, location: hashLocation.get(), answer })
  })
}

export function ConfirmDialog() {
  const pending = useStore(question, null)
  const location = useHashLocation()
  const left = pending !== null && pending.location !== location
  useEffect(() => {
    if (left) pending.answer(false)
  }, [left, pending])
  if (!pending || left) return null
  return (
    <Dialog
      key={pending.title}
      role="alertdialog"
      title={pending.title}
      onClose={() => pending.answer(false)}
      actions={
        <>
          <Button
            type="button"
            variant={pending.danger ? 'danger' : 'primary'}
            onClick={() => pending.answer(true)}
          >
            {pending.yes ?? 'Confirmar'}
          </Button>
          <Button variant="plain" data-autofocus="" onClick={() => pending.answer(false)}>
            {pending.no ?? 'Cancelar'}
          </Button>
        </>
      }
    >
      {pending.text && <p>{pending.text}</p>}
    </Dialog>
  )
}
