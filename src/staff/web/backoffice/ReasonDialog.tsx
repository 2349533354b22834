import { type ComponentProps, type ReactNode, useState } from 'react'
import { Callout } from '#kit/web/notice/Callout.tsx'
import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Dialog, DialogActions } from '#kit/web/dialog/Dialog.tsx'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { TextField } from '#kit/web/form/fields.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { reason } from '../../fields.ts'

/** The first submit shows the warning, the second goes on. `shown` is null before the first. */
export function useWarningBeforeSubmit(warning: string | null) {
  const [isWarned, setIsWarned] = useState(false)
  return {
    /** Returns true when this submit must stop. */
    warns(): boolean {
      if (warning === null || isWarned) return false
      setIsWarned(true)
      return true
    },
    shown: isWarned ? warning : null,
  }
}

/** Reloads after a refusal only when the dialog closes, because a reload could remove the dialog and the typed text. */
export function useReloadOnClose(onClose: () => void, reload: () => void) {
  const [isRefused, setIsRefused] = useState(false)
  return {
    refused: () => setIsRefused(true),
    close() {
      onClose()
      if (isRefused) reload()
    },
  }
}

const schema = z.object({ reason })

type Props = {
  title: string
  yes: string
  danger?: boolean
  warning?: string | null
  children: ReactNode
  run: (reason: string) => Promise<unknown>
  onChanged: () => void
  onClose: () => void
}

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

export function ReasonDialog({
  title,
  yes,
  danger,
  warning = null,
  children,
  run,
  onChanged,
  onClose,
}: Props) {
  const form = useForm<{ reason: string }>({ schema, defaultValues: { reason: '' } })
  const question = useWarningBeforeSubmit(warning)
  const submit = useOneAtATime(async (values: { reason: string }) => {
    if (question.warns()) return
    await whileLoading(run(values.reason))
    onClose()
    onChanged()
  })
  const { refused, close } = useReloadOnClose(onClose, onChanged)
  return (
    <Dialog title={title} onClose={close}>
      <Form form={form} onSubmit={submit} onFailure={refused}>
        {children}
        <ReasonField />
        <SubmitActions warning={question.shown} yes={yes} danger={danger} onClose={close} />
      </Form>
    </Dialog>
  )
}

type ButtonProps = Omit<Props, 'onClose'> &
  Pick<ComponentProps<typeof Button>, 'variant'> & { button: string }

export function ReasonButton({ button, variant = 'plain', ...dialog }: ButtonProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant={variant} type="button" onClick={() => setAsking(true)}>
        {button}
      </Button>
      {asking && <ReasonDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  )
}

type ActionsProps = { warning: string | null; yes: string; danger?: boolean | undefined; onClose: () => void }

export function SubmitActions({ warning, yes, danger, onClose }: ActionsProps) {
  return (
    <>
      {warning !== null && <Callout tone="warn" title={warning} takesFocus />}
      <DialogActions>
        <Button variant={danger ? 'danger' : 'primary'} type="submit">
          {yes}
        </Button>
        <Button variant="plain" onClick={onClose}>
          Voltar
        </Button>
      </DialogActions>
    </>
  )
}
