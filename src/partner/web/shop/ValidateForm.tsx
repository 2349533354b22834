import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { Callout } from '#kit/web/notice/Callout.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { TicketNumber } from '../TicketNumber.tsx'
import { ScreenCodeDialog } from './ScreenCodeDialog.tsx'
import { type Given, type OwnBenefit, useValidate } from './useValidate.ts'

type Props = {
  benefits: readonly OwnBenefit[]
  /** After 'Próximo ticket'; a phone opens its keyboard only by a press. */
  takesFocus: boolean
  onGiven: (given: Given) => void
}

/** The ticket's number, then one press on the benefit. */
export function ValidateForm({ benefits, takesFocus, onGiven }: Props) {
  const { fields, refusal, typed, scanned, send } = useValidateFields(takesFocus, onGiven)
  const [only, ...others] = benefits
  if (!only)
    return (
      <Callout tone="warn" title="Nenhum benefício ativo">
        <p>Peça ao estacionamento que ative um benefício desta loja.</p>
      </Callout>
    )
  return (
    <form
      noValidate
      className="stack far"
      onSubmit={(event) => {
        event.preventDefault()
        if (others.length === 0) send(only)
      }}
    >
      <Panel>
        <TicketNumber
          field={fields.number}
          enterKeyHint={others.length === 0 ? 'send' : 'done'}
          error={refusal?.isOfField === true ? refusal.text : undefined}
          onTyped={typed}
          onScanned={scanned}
        />
      </Panel>
      {refusal && !refusal.isOfField && <Callout tone="warn" title={refusal.text} takesFocus />}
      <BenefitButtons benefits={benefits} first={fields.first} onChoose={send} />
      <ScreenCodeButton benefits={benefits} />
    </form>
  )
}

function useValidateFields(takesFocus: boolean, onGiven: Props['onGiven']) {
  const number = useRef<HTMLInputElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const others = useRef<readonly string[]>([])
  const { refusal, forget, validate } = useValidate(onGiven)
  useEffect(() => {
    if (takesFocus || matchMedia('(pointer: fine)').matches) number.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (refusal?.isOfField === true) number.current?.focus()
  }, [refusal])
  return {
    fields: { number, first },
    refusal,
    typed: () => {
      others.current = []
      forget()
    },
    scanned: (more: readonly string[]) => {
      others.current = more
      first.current?.focus()
    },
    send: (benefit: OwnBenefit) => void validate(benefit, number.current?.value ?? '', others.current),
  }
}

type ButtonsProps = Pick<Props, 'benefits'> & {
  first: RefObject<HTMLButtonElement | null>
  onChoose: (benefit: OwnBenefit) => void
}

function BenefitButtons({ benefits, first, onChoose }: ButtonsProps) {
  return (
    <div className="group">
      {benefits.map((benefit, at) => (
        <Button
          key={benefit.id}
          ref={at === 0 ? first : undefined}
          type="button"
          variant={at === 0 ? 'primary' : 'plain'}
          onClick={() => onChoose(benefit)}
        >
          {`Validar ${benefit.name}`}
        </Button>
      ))}
    </div>
  )
}

function ScreenCodeButton({ benefits }: Pick<Props, 'benefits'>) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setShown(true)}>
        Mostrar código ao cliente
      </Button>
      {isShown && <ScreenCodeDialog benefits={benefits} onClose={() => setShown(false)} />}
    </>
  )
}
