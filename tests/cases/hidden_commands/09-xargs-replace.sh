echo @COMMAND@ | xargs -I X env X @ARGUMENT@
