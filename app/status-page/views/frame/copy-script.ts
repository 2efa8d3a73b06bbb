/** Shows a button beside each text to be copied, when scripts run and the browser supports it. */
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy ?? "") as HTMLTextAreaElement;
  const label = button.textContent;
  button.hidden = !navigator.clipboard;
  button.onclick = async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied ?? "";
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  };
}

export {};
