export const closingFailures = {
  day_open: 'Este dia ainda não foi fechado. O ajuste vale só para dias fechados.',
  no_recipient: 'Nenhum e-mail recebe os fechamentos deste estacionamento.',
  too_many_mails: 'Este fechamento já foi enviado várias vezes na última hora. Tente mais tarde.',
} as const
