import { Button } from '../Button.tsx'
import { useEffect } from 'react'
import { hashLocation, useHashLocation } from '../route/location.ts'
import { createStore, useStore } from '../state/store.ts'
import { Dialog } from './Dialog.tsx'

type Question = {
  title: string
  text?: string
  yes: string
  no: string
  danger: boolean
  /** The question is dropped on another screen. */
  location: string
  answer: (yes: boolean) => void
}

const question = createStore<Question | null>(null)

/** Asks for confirmation: `if (await confirm('Excluir registro?', { yes: 'Excluir', danger: true }))`. */
export function confirm(
  title: string,
  {
    text,
    yes = 'Confirmar',
    no = 'Cancelar',
    danger = false,
  }: { text?: string; yes?: string; no?: string; danger?: boolean } = {},
): Promise<boolean> {
  question.get()?.answer(false)
  return new Promise((resolve) => {
    const answer = (chosen: boolean) => {
      question.set(null)
      resolve(chosen)
    }
    question.set({
      title,
      yes,
      no,
      danger,
      location: hashLocation.get(),
      answer,
      ...(text === undefined ? {} : { text }),
    })
  })
}

export function ConfirmDialog() {
  const asked = useStore(question, null)
  const location = useHashLocation()
  const left = asked !== null && asked.location !== location
  useEffect(() => {
    if (left) asked.answer(false)
  }, [left, asked])
  if (!asked || left) return null
  return (
    <Dialog
      key={asked.title}
      role="alertdialog"
      title={asked.title}
      onClose={() => asked.answer(false)}
      actions={
        <>
          <Button type="button" look={asked.danger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
            {asked.yes}
          </Button>
          <Button look="plain" data-autofocus="" onClick={() => asked.answer(false)}>
            {asked.no}
          </Button>
        </>
      }
    >
      {asked.text && <p>{asked.text}</p>}
    </Dialog>
  )
}
