import type { BatchView, FailureView, NoticeDetail } from "~/usecases/notices/read";
import { ChannelState, NextTry } from "../channels/channel-parts";
import { Detail, Fold, List, Row, Verbatim } from "../parts/list";
import { TimeText } from "../parts/time-text";

const roundWords = (round: number) => (round === 0 ? "first try" : `try ${round + 1}`);

/** Who was not reached, with each reason. */
export function Failures({ failures }: { failures: FailureView[] }) {
  if (failures.length === 0) return <p className="text-soft">No failed attempts.</p>;
  return (
    <List>
      {failures.map((failure) => (
        <Row key={`${failure.round}-${failure.recipient}`}>
          <p className="break-words">
            <bdi>{failure.address ?? "a deleted user"}</bdi>
          </p>
          <Detail>
            <span>{roundWords(failure.round)}</span>
            <bdi className="min-w-0 break-words">{failure.reason}</bdi>
          </Detail>
        </Row>
      ))}
    </List>
  );
}

/** Who was handed over twice without an answer: they may have the mail, and they may not. */
export function PerhapsTold({ unknown }: { unknown: NoticeDetail["unknown"] }) {
  if (unknown.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p>
        Of these nobody can say whether they were told: the connection ended twice before the server said that it has
        the mail. Nothing more is sent to them by itself.
      </p>
      <List>
        {unknown.map(({ recipient, address, round }) => (
          <Row key={`${round}-${recipient}`}>
            <p className="break-words">
              <bdi>{address ?? "a deleted user"}</bdi>
            </p>
            <Detail>
              <span>{roundWords(round)}</span>
              <span>unconfirmed</span>
            </Detail>
          </Row>
        ))}
      </List>
    </div>
  );
}

const cell = "px-3 py-1.5 text-start";

export function Batches({ batches }: { batches: BatchView[] }) {
  if (batches.length === 0) return null;
  return (
    <Fold title={`Batches (${batches.length})`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by the keyboard */}
      <section aria-label="Batches" tabIndex={0} className="overflow-x-auto">
        <table className="text-sm tabular-nums">
          <thead>
            <tr className="text-soft">
              {["Try", "Batch", "Recipients", "Will retry", "Done"].map((head) => (
                <th key={head} scope="col" className={`${cell} font-medium`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {batches.map((batch) => (
              <tr key={`${batch.round}-${batch.number}`} className="border-t border-line">
                <td className={cell}>{batch.round + 1}</td>
                <td className={cell}>{batch.number + 1}</td>
                <td className={cell}>{batch.size}</td>
                <td className={cell}>{batch.failed}</td>
                <td className={cell}>{batch.doneAt === null ? "not yet" : <TimeText at={batch.doneAt} exact />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Fold>
  );
}

/** What each channel answered, attempt by attempt. */
export function ToChannels({ deliveries }: { deliveries: NoticeDetail["deliveries"] }) {
  return (
    <List>
      {deliveries.map((delivery) => (
        <Row key={delivery.channelId}>
          <p className="font-medium">{delivery.channelName ?? "A channel that is gone"}</p>
          <Detail>
            <ChannelState state={delivery.state} />
            <NextTry {...delivery} />
          </Detail>
          <ol className="grid gap-1 text-sm text-soft">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.at} className="flex flex-wrap gap-x-3">
                <TimeText at={attempt.at} exact />
                <span>{attempt.status === null ? "no answer" : `answered ${attempt.status}`}</span>
                <span>{attempt.milliseconds} ms</span>
              </li>
            ))}
          </ol>
        </Row>
      ))}
    </List>
  );
}

export interface ShownLetter {
  subject: string;
  text: string;
}

/** The mail as a reader gets it; the frame may run nothing and call nobody. */
export function LetterPreview({ letter, source }: { letter: ShownLetter | null; source: string }) {
  if (!letter) return <p className="text-soft">The content is no longer available.</p>;
  return (
    <div className="grid gap-4">
      <p>
        <span className="text-soft">Subject: </span>
        <bdi className="font-medium">{letter.subject}</bdi>
      </p>
      <iframe
        title="The email as recipients see it"
        src={source}
        sandbox=""
        className="h-128 w-full rounded-md border border-line bg-surface"
      />
      <Fold title="As plain text">
        <Verbatim label="The email as plain text">{letter.text}</Verbatim>
      </Fold>
    </div>
  );
}
