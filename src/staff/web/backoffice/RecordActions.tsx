import { type ReactNode, useState } from 'react'
import { buttonClass, type ButtonVariant } from '#kit/web/Button.tsx'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { MenuButton } from '#kit/web/dialog/MenuButton.tsx'

/** A link, a call, or a dialog that is shown until it calls `close`. */
export type RecordAction = {
  readonly text: string
  readonly isPrimary?: boolean
  readonly isDanger?: boolean
} & (
  | { readonly href: string }
  | { readonly run: () => unknown }
  | { readonly dialog: (close: () => void) => ReactNode }
)

/** The first primary action stands by itself, the rest in a menu; a single one needs no menu. */
export function RecordActions({ actions }: { actions: readonly RecordAction[] }) {
  const [asked, setAsked] = useState<RecordAction | null>(null)
  const choose = useOneAtATime(async (action: RecordAction) => {
    if ('run' in action) await action.run()
    else setAsked(action)
  })
  const [only] = actions.length === 1 ? actions : []
  const lead = actions.find(({ isPrimary }) => isPrimary) ?? only
  const rest = actions.filter((action) => action !== lead)
  // A reload may have changed the record, or taken the action away.
  const shown = asked && (actions.find(({ text }) => text === asked.text) ?? asked)
  const dialog = shown && 'dialog' in shown && shown.dialog(() => setAsked(null))
  return (
    <>
      {lead && <Choice action={lead} variant={lead.isPrimary ? 'primary' : 'plain'} onChoose={choose} />}
      {rest.length > 0 && (
        <MenuButton label="Mais ações" face="•••">
          {rest.map((action) => (
            <li key={action.text}>
              <Choice action={action} onChoose={choose} />
            </li>
          ))}
        </MenuButton>
      )}
      {dialog}
    </>
  )
}

type ChoiceProps = {
  action: RecordAction
  variant?: ButtonVariant
  onChoose: (action: RecordAction) => Promise<void>
}

function Choice({ action, variant, onChoose }: ChoiceProps) {
  const look = variant && buttonClass(variant)
  if ('href' in action)
    return (
      <a className={look} href={action.href}>
        {action.text}
      </a>
    )
  return (
    <button
      type="button"
      className={look}
      data-danger={action.isDanger || undefined}
      onClick={() => void onChoose(action)}
    >
      {action.text}
    </button>
  )
}
