import { Button } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { useWords } from "./words/words";

export interface OfferedProvider {
  id: string;
  name: string;
}

interface ProviderButtonsProps {
  providers: OfferedProvider[];
  /** Where the person wants to go once signed in. */
  next: string;
  /** Connects instead of signing in. */
  connect?: boolean;
}

/** One button a provider: a whole form, because it leaves for another site. */
export function ProviderButtons({ providers, next, connect = false }: ProviderButtonsProps) {
  const { say } = useWords();
  if (providers.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {providers.map(({ id, name }) => (
        <ButtonForm
          key={id}
          name={`provider-${id}`}
          action={`/manage/sign-in/provider/${id}`}
          hidden={{ next, ...(connect ? { connect: "yes" } : {}) }}
          whole
        >
          <Button>
            <span>{say(connect ? "sign_in.connect" : "sign_in.with", { name: <bdi>{name}</bdi> })}</span>
          </Button>
        </ButtonForm>
      ))}
    </div>
  );
}
