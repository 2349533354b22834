import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog, DialogActions } from '#kit/web/dialog/Dialog.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { reason } from '../../fields.ts'

const schema = z.object({ reason })

type Props = {
  title: string
  /** The word on the button that goes ahead: 'ISENTAR R$ 7,00'. */
  yes: string
  danger?: boolean
  /** What will happen. */
  children: ReactNode
  /** Asks the server. Why it refuses is shown, and what was typed stays. */
  run: (reason: string) => Promise<unknown>
  /** Called when it is done or was refused: the screen is out of date in both cases. */
  onChanged: () => void
  onClose: () => void
}

/** Why, of who does something that they answer for. */
export function ReasonField() {
  return (
    <TextField
      name="reason"
      label="Motivo"
      hint="Fica registrado com o seu nome."
      autoComplete="off"
      data-autofocus=""
      required
    />
  )
}

/** Asks for a reason before something that staff answer for; the audit trail keeps it. */
export function ReasonDialog({ title, yes, danger, children, run, onChanged, onClose }: Props) {
  const form = useForm<{ reason: string }>({ schema, defaultValues: { reason: '' } })
  const submit = useOneAtATime(async (values: { reason: string }) => {
    await whileLoading(run(values.reason))
    onClose()
    onChanged()
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} onSubmit={submit} onRefused={onChanged}>
        {children}
        <ReasonField />
        <DialogActions>
          <Button look={danger ? 'danger' : 'primary'} type="submit">
            {yes}
          </Button>
          <Button look="plain" onClick={onClose}>
            Voltar
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
